import { isAvailable } from '../tools/missing-tools.ts';

/** Whether this machine can run code of a language: Python is one of the tools of `npm test`. */
export const isRunnable = (language: string): boolean => language.toLowerCase() !== 'python' || isAvailable('Python');
