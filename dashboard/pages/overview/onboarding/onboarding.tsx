import { useState } from 'react';
import { useAccount } from '../../../api/account.ts';
import type { Key } from '../../../api/api.ts';
import type { KeyWithSecret } from '../../../api/keys.ts';
import { Card } from '../../../components/card.tsx';
import { planTitle } from '../../../format/words.ts';
import { useService } from '../../../service.ts';
import { CreateKeyStep } from './create-key-step.tsx';
import { FirstRequestStep } from './first-request-step.tsx';
import { LeaveWarning } from './leave-warning.tsx';
import styles from './onboarding.module.css';
import { RequestArrived } from './request-arrived.tsx';
import { SaveSecretStep, SecretNotShown } from './save-secret-step.tsx';
import { isSecretStepDone } from './secret-step.ts';
import { Step } from './step.tsx';
import { useFirstRequest } from './use-first-request.ts';

type OnboardingProps = { readonly keys: readonly Key[]; readonly onClose: () => void };

/** A new customer's steps to the first answer. The secret is only in the state of this component. */
export function Onboarding({ keys, onClose }: OnboardingProps) {
  const { name } = useService();
  const account = useAccount().data;
  const [created, setCreated] = useState<KeyWithSecret>();
  // Not the current list: while an answer is lost, the key may be listed, and the form can still get its secret.
  const [keyBefore] = useState(keys[0]);
  const [isSaved, setSaved] = useState(false);
  const [sends, setSends] = useState(0);
  const key = created?.key ?? keyBefore;
  const secret = created?.secret ?? undefined;
  const isSecretSaved = isSecretStepDone({ created, keyBefore, isSaved });
  const request = useFirstRequest({ isEnabled: key !== undefined, sends });
  const save = () => setSaved(true);
  const replace = (renewed: KeyWithSecret) => {
    setCreated(renewed);
    setSaved(false);
  };
  return (
    <Card
      title={`Welcome to ${name}`}
      description={`${account ? `You are on the ${planTitle(account)} plan. ` : ''}Three steps to your first answer:`}
    >
      <ol className={styles.steps}>
        <Step number={1} title="Create a key" isDone={key !== undefined}>
          {key ? <p className={styles.note}>{key.name}</p> : <CreateKeyStep onCreated={setCreated} />}
        </Step>
        <Step number={2} title="Save its secret" isDone={isSecretSaved}>
          {created && <SaveSecretStep created={created} isSaved={isSaved} onSaved={save} onReplaced={replace} />}
          {!created && keyBefore && <SecretNotShown />}
        </Step>
        <Step number={3} title="Send a request" isDone={request != null}>
          {key && (
            <FirstRequestStep
              secret={secret}
              isWaiting={request == null}
              onCopied={() => secret !== undefined && save()}
              onSent={() => setSends(sends + 1)}
            />
          )}
          {request && <RequestArrived request={request} onClose={isSecretSaved ? onClose : undefined} />}
        </Step>
      </ol>
      <LeaveWarning isNeeded={secret !== undefined && !isSaved} />
    </Card>
  );
}
