import { useState } from 'react';
import { chainNamed } from '../../../chains/chains.ts';
import type { ChainMethod } from '../../../chains/dashboard-chain.ts';
import { accountStorage } from '../../../session/account-storage.ts';
import { exampleBody } from './chain-methods.ts';
import { changeDraft, draftName, draftsToKeep, storedDrafts } from './drafts.ts';

/** The method to show: the one asked for if the chain has it, else the one that checks its health. */
function chosenMethod(chain: string, name: string | undefined): { name: string; method: ChainMethod | undefined } {
  const { methods = [], health = 'METHOD' } = chainNamed(chain) ?? {};
  const method = methods.find((one) => one.name === name) ?? methods.find((one) => one.name === health);
  return { name: method?.name ?? health, method };
}

/**
 * The body being edited. Each method of a chain keeps its own draft, so choosing another method loses nothing; a reload
 * restores them.
 * @param requested the method that the page's URL names
 */
export function useDraft(chain: string, requested: string | undefined, accountId: string | undefined) {
  const storage = accountStorage('sessionStorage', 'drafts', accountId, storedDrafts);
  const [drafts, setDrafts] = useState(storage.read);
  const { name, method } = chosenMethod(chain, requested);
  const example = exampleBody(method ?? { name, params: [] });
  const body = drafts[draftName(chain, name)] ?? example;
  const change = (draft: string, text: string | undefined) => {
    const changed = changeDraft(drafts, draft, text);
    setDrafts(changed);
    storage.write(draftsToKeep(changed));
  };
  return {
    methods: chainNamed(chain)?.methods ?? [],
    name,
    method,
    body,
    isChanged: body !== example,
    write: (text: string) => change(draftName(chain, name), text),
    reset: () => change(draftName(chain, name), undefined),
    /** Replaces the draft of any method. */
    restore: (ofChain: string, ofMethod: string, text: string) => change(draftName(ofChain, ofMethod), text),
  };
}
