import { useRef, useState } from 'react';
import type { Endpoint } from '../../../api/api.ts';
import { chainNamed } from '../../../chains/chains.ts';
import type { ChainMethod } from '../../../chains/dashboard-chain.ts';
import { curlLine, secretVariable } from '../../../chains/snippets.ts';
import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { CodeBlock } from '../../../components/code-block.tsx';
import { Notice } from '../../../components/notice.tsx';
import { AnswerCard } from './answer-card.tsx';
import { BodyEditor } from './body-editor.tsx';
import { bodyProblems, methodsIn } from './body-problems.ts';
import { bodyRemark, exampleBody } from './chain-methods.ts';
import { checkSecret } from './check-secret.ts';
import { MethodChoice } from './method-choice.tsx';
import { SecretField, useOwnKey } from './secret-field.tsx';
import styles from './tester.module.css';
import { type SentRequest, useExchange } from './use-exchange.ts';

/** Sends calls to an endpoint from the browser and shows the responses. */
export function RequestTester({ endpoint }: { readonly endpoint: Endpoint }) {
  const draft = useDraft(endpoint.chain);
  const [secret, setSecret] = useState('');
  const [isMissing, setMissing] = useState(false);
  const secretInput = useRef<HTMLInputElement>(null);
  const check = checkSecret(secret);
  const ownKey = useOwnKey(secret, check);
  const { isSending, last, send, stop } = useExchange();
  const problems = bodyProblems(draft.body);

  const submit = () => {
    const canBeSent = check !== 'empty' && check !== 'unsendable';
    setMissing(!canBeSent);
    if (!canBeSent) return secretInput.current?.focus();
    const sent: SentRequest = { endpoint, methods: methodsIn(draft.body), check, keyId: ownKey?.keyId };
    void send({ url: endpoint.url, secret, body: draft.body }, sent);
  };
  const onKeyDown = ({ key, ctrlKey, metaKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>) => {
    if (key === 'Enter' && (ctrlKey || metaKey)) submit();
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
            remark={problems.length === 0 ? bodyRemark(methodsIn(draft.body), draft.methods) : undefined}
            onReset={draft.isChanged ? draft.reset : undefined}
            onKeyDown={onKeyDown}
          />
          <SecretField
            secret={secret}
            onChange={setSecret}
            check={check}
            ownKey={ownKey}
            isMissing={isMissing}
            inputRef={secretInput}
            onKeyDown={onKeyDown}
          />
          <SendButtons isSending={isSending} isRefused={problems.length > 0} onSend={submit} onStop={stop} />
        </Card>
        <AnswerCard last={last} isSending={isSending} />
      </div>
      <Card title="curl command" description={`Reads the secret from the environment variable ${secretVariable}.`}>
        <CodeBlock text={curlLine(endpoint.url, draft.body)} label="curl command" />
      </Card>
    </>
  );
}

/** What a method does, its documentation, and a note on its parameters. */
const MethodNote = ({ method }: { readonly method: ChainMethod }) => (
  <>
    <p className={styles.hint}>
      {method.about}.{' '}
      <a href={method.documentation} target="_blank" rel="noreferrer">
        Documentation of {method.name}
      </a>
    </p>
    {method.note !== undefined && <Notice tone={method.writes ? 'caution' : 'info'}>{method.note}</Notice>}
  </>
);

type SendButtonsProps = {
  readonly isSending: boolean;
  /** Whether the endpoint would refuse the body. */
  readonly isRefused: boolean;
  readonly onSend: () => void;
  readonly onStop: () => void;
};

/** The buttons to send the request and to stop waiting for its response. */
const SendButtons = ({ isSending, isRefused, onSend, onStop }: SendButtonsProps) => (
  <div className={styles.actions}>
    <Button variant="primary" onPress={onSend} isPending={isSending} aria-keyshortcuts="Control+Enter Meta+Enter">
      {isRefused ? 'Send anyway' : 'Send'}
    </Button>
    <Button isDisabled={!isSending} onPress={onStop}>
      Stop
    </Button>
    <span className={styles.hint}>
      Or press <kbd>Ctrl</kbd> or <kbd>⌘</kbd> and <kbd>Enter</kbd>.
    </span>
  </div>
);

/** The body being edited. Each method keeps its own draft, so choosing another method loses nothing. */
function useDraft(chain: string) {
  const { methods = [], health = 'METHOD' } = chainNamed(chain) ?? {};
  const [chosen, setChosen] = useState<string>();
  const [drafts, setDrafts] = useState<Readonly<Record<string, string>>>({});
  // The chosen method may belong to another chain.
  const method = methods.find(({ name }) => name === chosen) ?? methods.find(({ name }) => name === health);
  const name = method?.name ?? health;
  const template = exampleBody(method ?? { name, params: [] });
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
