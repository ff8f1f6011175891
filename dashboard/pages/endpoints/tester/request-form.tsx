import { type KeyboardEvent, useRef, useState } from 'react';
import type { Endpoint } from '../../../api/api.ts';
import { serverNow } from '../../../api/server-clock.ts';
import { Card } from '../../../components/card.tsx';
import { EndpointFields } from '../../../components/endpoint-fields.tsx';
import type { EndpointChoice } from '../endpoint-choice.ts';
import { BodyEditor } from './body-editor.tsx';
import { bodyProblems, methodsIn } from './body-problems.ts';
import { bodyRemark } from './chain-methods.ts';
import { checkSecret } from './check-secret.ts';
import type { TesterRequest } from './exchange.ts';
import { MethodChoice, MethodNote } from './method-choice.tsx';
import { SecretField, useOwnKey } from './secret-field.tsx';
import { SendButtons } from './send-buttons.tsx';
import styles from './tester.module.css';
import type { useDraft } from './use-draft.ts';
import type { SentRequest } from './use-exchange.ts';

type RequestFormProps = {
  readonly endpoints: readonly Endpoint[];
  readonly endpoint: Endpoint;
  readonly draft: ReturnType<typeof useDraft>;
  readonly onChoose: (choice: EndpointChoice) => void;
  readonly isSending: boolean;
  readonly onSend: (request: TesterRequest, sent: SentRequest) => void;
  /** The request cannot be sent: an earlier response must not look like its own. */
  readonly onRefuse: () => void;
  readonly onStop: () => void;
};

/** The request to send. The secret is only in the state of this component. */
export function RequestForm({
  endpoints,
  endpoint,
  draft,
  onChoose,
  isSending,
  onSend,
  onRefuse,
  onStop,
}: RequestFormProps) {
  const { url } = endpoint;
  const [secret, setSecret] = useState('');
  const [isMissing, setMissing] = useState(false);
  const secretInput = useRef<HTMLInputElement>(null);
  const check = checkSecret(secret);
  const ownKey = useOwnKey(secret, check);
  const problems = bodyProblems(draft.body);
  const methods = methodsIn(draft.body);
  const submit = () => {
    const canBeSent = check !== 'empty' && check !== 'unsendable';
    setMissing(!canBeSent);
    if (!canBeSent) {
      onRefuse();
      return secretInput.current?.focus();
    }
    const { name: method, body } = draft;
    onSend({ url, secret, body }, { at: serverNow(), endpoint, method, body, methods, check, keyId: ownKey?.keyId });
  };
  const onKeyDown = ({ key, ctrlKey, metaKey }: KeyboardEvent) => {
    if (key === 'Enter' && (ctrlKey || metaKey)) submit();
  };
  return (
    <Card title="Request tester" description={<span className={styles.url}>POST {url}</span>}>
      <RequestTarget endpoints={endpoints} endpoint={endpoint} draft={draft} onChoose={onChoose} />
      <BodyEditor
        body={draft.body}
        onChange={draft.write}
        problems={problems}
        remark={problems.length === 0 ? bodyRemark(methods, draft.methods) : undefined}
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
      <SendButtons isSending={isSending} isRefused={problems.length > 0} onSend={submit} onStop={onStop} />
    </Card>
  );
}

type RequestTargetProps = Pick<RequestFormProps, 'endpoints' | 'endpoint' | 'draft' | 'onChoose'>;

/** The chain and its network, and the method whose example fills the body. */
function RequestTarget({ endpoints, endpoint, draft, onChoose }: RequestTargetProps) {
  const { chain, network } = endpoint;
  return (
    <>
      <EndpointFields
        endpoints={endpoints}
        value={endpoint}
        onChange={(chosen) => onChoose({ chain: chosen.chain, network: chosen.network, method: draft.name })}
      />
      {draft.methods.length > 0 && (
        <MethodChoice
          // The field's text follows a choice made elsewhere: a restored request, a link.
          key={`${chain} ${draft.name}`}
          methods={draft.methods}
          value={draft.method?.name}
          onChange={(method) => onChoose({ chain, network, method })}
        />
      )}
      {draft.method && <MethodNote method={draft.method} />}
    </>
  );
}
