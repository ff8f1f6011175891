// Used by the construct that makes the index and by the code that reads it: keep it light.

/** The index of Usage that has the days alone that are to be computed: those items that have its partition key. */
export const dueIndex = { name: 'Due', partitionKey: 'due' } as const;
