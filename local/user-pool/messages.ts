import * as v from 'valibot';

/** A code that a user would have got by e-mail. */
export type Message = { readonly email: string; readonly code: string };

const logged = v.pipe(v.string(), v.parseJson(), v.object({ msg: v.string() }));

/**
 * The message in a line of cognito-local's log, where there is one: it draws a box around `Destination: …` and `Code: …`
 * (its README, "Confirmation codes").
 */
export function messageIn(line: string): Message | undefined {
  const { success, output } = v.safeParse(logged, line);
  if (!success) return undefined;
  const [, email] = /│\s+Destination:\s+(\S+)/.exec(output.msg) ?? [];
  const [, code] = /│\s+Code:\s+(\S+)/.exec(output.msg) ?? [];
  return email && code ? { email, code } : undefined;
}
