import * as v from 'valibot';
import { hasSecret } from './check-secret.ts';

/** Changed bodies by chain and method. */
export type Drafts = Readonly<Record<string, string>>;

/** What the tab may have kept. What this release cannot read is dropped. */
export const storedDrafts = v.fallback(v.record(v.string(), v.string()), {});

/** Chains may have methods of the same name. */
export const draftName = (chain: string, method: string): string => `${chain} ${method}`;

const mostDrafts = 20;
const mostCharacters = 100_000;

/** Changes a draft; without a body, it is dropped. The last change is the last in order. */
export function changeDraft(drafts: Drafts, name: string, body: string | undefined): Drafts {
  const { [name]: _, ...others } = drafts;
  return body === undefined ? others : { ...others, [name]: body };
}

/** What a reload restores: the drafts changed last, without long ones and those with a secret. */
export const draftsToKeep = (drafts: Drafts): Drafts =>
  Object.fromEntries(
    Object.entries(drafts)
      .filter(([, body]) => body.length <= mostCharacters && !hasSecret(body))
      .slice(-mostDrafts),
  );
