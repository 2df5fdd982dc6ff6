/** Where the source, the documentation, and the issues of Pod Cadence are. `package.json` has it, too; a test compares them. */
export const repositoryAddress = "https://github.com/pod-cadence/pod-cadence";
