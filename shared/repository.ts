/** Addresses of Pod Cadence's source, documentation and issues. A test compares them with `package.json`. */
export const repositoryAddress = "https://github.com/pod-cadence/pod-cadence";
