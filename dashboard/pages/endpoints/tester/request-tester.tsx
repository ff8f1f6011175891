import { useRef, useState } from 'react';
import type { KeyboardEvent } from 'react-aria-components';
import type { Endpoint } from '../../../api/api.ts';
import { Card } from '../../../components/card.tsx';
import { Code } from '../../../components/code.tsx';
import { AnswerCard } from './answer-card.tsx';
import { BodyEditor } from './body-editor.tsx';
import { bodyProblems, methodsIn } from './body-problems.ts';
import { curlLine, secretVariable } from './curl.ts';
import { MethodChoice } from './method-choice.tsx';
import { MethodNote } from './method-note.tsx';
import { remarkOn } from './remark.ts';
import { SecretField } from './secret-field.tsx';
import { secretForm } from './secret-form.ts';
import { SendButtons } from './send-buttons.tsx';
import styles from './tester.module.css';
import { useDraft } from './use-draft.ts';
import { type Sent, useExchange } from './use-exchange.ts';
import { useOwnKey } from './use-own-key.ts';

/** Sends calls to an endpoint from the browser, and shows what comes back. */
export function RequestTester({ endpoint }: { readonly endpoint: Endpoint }) {
  const draft = useDraft(endpoint.chain);
  const [secret, setSecret] = useState('');
  const [isMissed, setMissed] = useState(false);
  const secretInput = useRef<HTMLInputElement>(null);
  const form = secretForm(secret);
  const ownKey = useOwnKey(secret, form);
  const { isSending, last, send, stop } = useExchange();
  const problems = bodyProblems(draft.body);

  const submit = () => {
    const canBeSent = form !== 'empty' && form !== 'unsendable';
    setMissed(!canBeSent);
    if (!canBeSent) return secretInput.current?.focus();
    const sent: Sent = { endpoint, methods: methodsIn(draft.body), form, keyId: ownKey?.keyId };
    void send({ url: endpoint.url, secret, body: draft.body }, sent);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit();
    else event.continuePropagation();
  };

  return (
    <>
      <div className={styles.tester}>
        <Card title="Request tester" description={`Sends to ${endpoint.url}`}>
          {draft.methods.length > 0 && (
            <MethodChoice methods={draft.methods} value={draft.method?.name} onChange={draft.choose} />
          )}
          {draft.method && <MethodNote method={draft.method} />}
          <BodyEditor
            body={draft.body}
            onChange={draft.write}
            problems={problems}
            remark={problems.length === 0 ? remarkOn(methodsIn(draft.body), draft.methods) : undefined}
            onReset={draft.isChanged ? draft.reset : undefined}
            onKeyDown={onKeyDown}
          />
          <SecretField
            secret={secret}
            onChange={setSecret}
            form={form}
            ownKey={ownKey}
            isMissed={isMissed}
            inputRef={secretInput}
            onKeyDown={onKeyDown}
          />
          <SendButtons isSending={isSending} isRefused={problems.length > 0} onSend={submit} onStop={stop} />
        </Card>
        <AnswerCard last={last} isSending={isSending} />
      </div>
      <Card title="As a curl line" description={`Takes the key from the environment variable ${secretVariable}.`}>
        <Code text={curlLine(endpoint.url, draft.body)} label="curl line" />
      </Card>
    </>
  );
}
