import { useState } from 'react';
import { chainNamed } from '../../../chains/chains.ts';
import { templateOf } from '../methods.ts';

/** The body that is being written. Each method keeps what was written for it, so that choosing another loses nothing. */
export function useDraft(chain: string) {
  const { methods = [], health = 'METHOD' } = chainNamed(chain) ?? {};
  const [chosen, setChosen] = useState<string>();
  const [drafts, setDrafts] = useState<Readonly<Record<string, string>>>({});
  // The chosen method may be another chain's.
  const method = methods.find(({ name }) => name === chosen) ?? methods.find(({ name }) => name === health);
  const name = method?.name ?? health;
  const template = templateOf(method ?? { name, params: [] });
  const body = drafts[name] ?? template;
  return {
    methods,
    method,
    choose: setChosen,
    body,
    write: (text: string) => setDrafts({ ...drafts, [name]: text }),
    reset: () => setDrafts({ ...drafts, [name]: template }),
    isChanged: body !== template,
  };
}
