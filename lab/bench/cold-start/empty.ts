/** The handler that does nothing: what a process costs at the least. */
export const handler = async (): Promise<object> => ({});
