import { useRef } from 'react';
import { Button } from '../../../components/button.tsx';
import { TextField, type TextFieldProps } from '../../../components/text-field.tsx';
import { prettyJson } from '../json/pretty-json.ts';
import type { BodyProblem } from './body-problems.ts';
import styles from './tester.module.css';

export type BodyEditorProps = {
  readonly body: string;
  readonly onChange: (body: string) => void;
  readonly problems: readonly BodyProblem[];
  /** What is worth knowing of a body that has no problems. */
  readonly remark: string | undefined;
  /** Brings the method's example back; undefined while it stands there. */
  readonly onReset: (() => void) | undefined;
  readonly onKeyDown: TextFieldProps['onKeyDown'];
};

const fewestRows = 6;
const mostRows = 24;
const mostTold = 3;

/** The body of the request as text that is sent as it stands, with what the endpoint would refuse about it. */
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
        errorMessage={told(problems)}
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
            Go to the error
          </Button>
        )}
      </div>
    </div>
  );
}

function told(problems: readonly BodyProblem[]): string | undefined {
  if (problems.length === 0) return undefined;
  const rest = problems.length - mostTold;
  const messages = problems.slice(0, mostTold).map(({ message }) => message);
  return rest > 0 ? `${messages.join(' ')} And ${rest} more.` : messages.join(' ');
}
