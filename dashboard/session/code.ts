/** A code as it is sent, out of what somebody typed or pasted: spaces and dashes between its digits do not count. */
export const cleanCode = (typed: string): string => typed.replace(/[\s-]/g, '');
