import { useRef } from 'react';
import { Button } from '../../../components/button.tsx';
import { TextField, type TextFieldProps } from '../../../components/text-field.tsx';
import { prettyJson } from '../../../json/pretty-json.ts';
import type { BodyProblem } from './body-problems.ts';
import styles from './tester.module.css';

type BodyEditorProps = {
  readonly body: string;
  readonly onChange: (body: string) => void;
  readonly problems: readonly BodyProblem[];
  /** A remark on a body without problems. */
  readonly remark: string | undefined;
  /** Restores the method's example; undefined if the body is the example. */
  readonly onReset: (() => void) | undefined;
  readonly onKeyDown: TextFieldProps['onKeyDown'];
};

const fewestRows = 6;
const mostRows = 24;
const mostShown = 3;

/** An editor for the body, which is sent exactly as typed, with the problems that the endpoint would refuse. */
export function BodyEditor({ body, onChange, problems, remark, onReset, onKeyDown }: BodyEditorProps) {
  const frame = useRef<HTMLDivElement>(null);
  const offset = problems[0]?.offset;
  const isJson = offset === undefined;
  const show = (at: number) => {
    const area = frame.current?.querySelector('textarea');
    area?.focus();
    area?.setSelectionRange(at, at + 1);
  };
  return (
    <div ref={frame} className={styles.field}>
      <TextField
        label="Body"
        value={body}
        onChange={onChange}
        onKeyDown={onKeyDown}
        rows={Math.min(mostRows, Math.max(fewestRows, body.split('\n').length + 1))}
        monospace
        spellCheck="false"
        autoCorrect="off"
        autoComplete="off"
        errorMessage={problemText(problems)}
        description={remark}
      />
      <div className={styles.actions}>
        <Button size="small" isDisabled={!isJson} onPress={() => onChange(prettyJson(body))}>
          Format
        </Button>
        <Button size="small" isDisabled={!onReset} onPress={() => onReset?.()}>
          Reset to example
        </Button>
        {offset !== undefined && (
          <Button size="small" variant="quiet" onPress={() => show(offset)}>
            Go to error
          </Button>
        )}
      </div>
    </div>
  );
}

function problemText(problems: readonly BodyProblem[]): string | undefined {
  if (problems.length === 0) return undefined;
  const rest = problems.length - mostShown;
  const messages = problems.slice(0, mostShown).map(({ message }) => message);
  return rest > 0 ? `${messages.join(' ')} And ${rest} more.` : messages.join(' ');
}
