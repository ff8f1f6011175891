export const handler = async (_event: unknown): Promise<unknown> => ({});
