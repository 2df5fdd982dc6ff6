/** Lists without specs and statuses. */
export const listAccept = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json";
/** One object without them. */
export const objectAccept = "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json";
