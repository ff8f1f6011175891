import { ErrorNotice } from '../../components/error-notice.tsx';
import { LinkButton } from '../../components/link-button.tsx';
import { Notice } from '../../components/notice.tsx';
import { type KeyTask, wordsOf } from './key-problem.ts';

/** Why something was not done with a key, in the dialog that asked for it. */
export function KeyProblemNotice({ error, task }: { readonly error: Error; readonly task: KeyTask }) {
  const words = wordsOf(error, task);
  if (!words) return <ErrorNotice error={error} />;
  return (
    <Notice
      tone="bad"
      title={words.title}
      actions={words.leadsToPlan && <LinkButton to="/plan">See the plans</LinkButton>}
    >
      {words.text}
    </Notice>
  );
}
