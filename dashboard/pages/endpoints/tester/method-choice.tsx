import { Check, ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import type { ChainMethod } from '../../../chains/dashboard-chain.ts';
import styles from '../../../components/combo-box.module.css';
import fieldStyles from '../../../components/field.module.css';
import { Notice } from '../../../components/notice.tsx';
import { useComboBox } from '../../../components/use-combo-box.ts';
import { bestMatch, matchesMethod } from './chain-methods.ts';

type MethodChoiceProps = {
  readonly methods: readonly ChainMethod[];
  readonly value: string | undefined;
  readonly onChange: (name: string) => void;
};

/** A choice of the chain's methods, searched by name and description. Enter selects the best match. */
export function MethodChoice({ methods, value, onChange }: MethodChoiceProps) {
  const id = useId();
  // Undefined while nothing is typed: then the list has every method.
  const [typed, setTyped] = useState<string>();
  const shown = typed === undefined ? methods : methods.filter((method) => matchesMethod(method, typed));
  const pick = (method: ChainMethod | undefined) => {
    setTyped(undefined);
    if (method && method.name !== value) onChange(method.name);
  };
  const comboBox = useComboBox({
    count: shown.length,
    first: shown.findIndex(({ name }) => name === value),
    onPick: (option) => pick(shown[option]),
    onEnter: () => pick(typed === undefined ? undefined : bestMatch(methods, typed)),
  });
  return (
    <div className={fieldStyles.field}>
      <label htmlFor={id} className={fieldStyles.label}>
        Method
      </label>
      <div className={styles.control}>
        <input
          {...comboBox.input}
          id={id}
          value={typed ?? value ?? ''}
          onChange={({ target }) => {
            setTyped(target.value);
            comboBox.search();
          }}
          onFocus={({ target }) => target.select()}
          onClick={comboBox.open}
          onBlur={() => {
            comboBox.close();
            setTyped(undefined);
          }}
          className={`${fieldStyles.input} ${fieldStyles.mono}`}
        />
        <button
          type="button"
          tabIndex={-1}
          aria-label="Show methods"
          onPointerDown={(event) => event.preventDefault()}
          onClick={comboBox.toggle}
          className={styles.open}
        >
          <ChevronDown size={16} aria-hidden="true" />
        </button>
        {comboBox.isOpen && <MethodList methods={shown} value={value} comboBox={comboBox} />}
      </div>
    </div>
  );
}

type MethodListProps = {
  readonly methods: readonly ChainMethod[];
  readonly value: string | undefined;
  readonly comboBox: ReturnType<typeof useComboBox>;
};

const MethodList = ({ methods, value, comboBox }: MethodListProps) => (
  <div className={styles.list}>
    {methods.length === 0 ? (
      <p role="status" className={styles.note}>
        No method matches. You can type any method in the body below.
      </p>
    ) : (
      <div {...comboBox.list('Methods')} className={styles.options}>
        {methods.map(({ name, about }, place) => (
          <div key={name} {...comboBox.option(place, name === value)} className={styles.item}>
            <code>{name}</code>
            {name === value && <Check size={16} aria-hidden="true" />}
            <span className={styles.hint}>{about}</span>
          </div>
        ))}
      </div>
    )}
  </div>
);

/** What a method does, its documentation, and a note on its parameters. */
export const MethodNote = ({ method }: { readonly method: ChainMethod }) => (
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
