import { useState } from 'react';
import { type Method, methodsOf, templateOf } from '../methods.ts';

const first = 'getHealth';

/** The body that is being written. Each method keeps what was written for it, so that choosing another loses nothing. */
export function useDraft(chain: string) {
  const methods = methodsOf(chain);
  const [name, setName] = useState(first);
  const [drafts, setDrafts] = useState<Readonly<Record<string, string>>>({});
  const method: Method | undefined = methods.find((candidate) => candidate.name === name);
  const template = templateOf(method ?? { name: first, params: [] });
  const body = drafts[name] ?? template;
  return {
    methods,
    method,
    choose: setName,
    body,
    write: (text: string) => setDrafts({ ...drafts, [name]: text }),
    reset: () => setDrafts({ ...drafts, [name]: template }),
    isChanged: body !== template,
  };
}
