import type { Mail } from './mail.ts';

/** The codes and temporary passwords that users would receive by email on AWS. */
export type ConfirmationCodes = {
  readonly add: (mail: Pick<Mail, 'email' | 'code'>) => void;
  /** Takes the oldest code for an address; waits until there is one. */
  readonly take: (email: string) => Promise<string>;
};

export function createConfirmationCodes(): ConfirmationCodes {
  const codes = new Map<string, string[]>();
  const waiting = new Map<string, ((code: string) => void)[]>();
  return {
    add: ({ email, code }) => {
      if (code === undefined) return;
      const taker = waiting.get(email)?.shift();
      if (taker) taker(code);
      else codes.set(email, [...(codes.get(email) ?? []), code]);
    },
    take: async (email) =>
      codes.get(email)?.shift() ??
      new Promise((resolve) => waiting.set(email, [...(waiting.get(email) ?? []), resolve])),
  };
}
