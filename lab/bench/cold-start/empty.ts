/** An empty handler: the minimum cost of a process. */
export const handler = async (): Promise<object> => ({});
