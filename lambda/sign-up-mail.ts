/** Answers sign-ups and the use of recovery codes. */
export const handler = async (): Promise<never> => {
  throw new Error('not built yet');
};
