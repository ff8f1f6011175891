import { Columns3 } from 'lucide-react';
import styles from '../popover.module.css';
import { PopoverButton } from '../popover-button.tsx';
import { columnNames, columns, shownColumns, toggleColumn } from './list-columns.ts';

/** The choice of the columns of the list. That of the request stays. */
export const ColumnChoice = () => {
  const shown = shownColumns.useChosen();
  return (
    <PopoverButton label="Columns" icon={Columns3}>
      {() => (
        <>
          <Check label="Request" isChecked />
          {columns.map((column) => (
            <Check
              key={column}
              label={columnNames[column]}
              isChecked={shown.includes(column)}
              onChange={() => toggleColumn(column)}
            />
          ))}
        </>
      )}
    </PopoverButton>
  );
};

type CheckProps = { readonly label: string; readonly isChecked: boolean; readonly onChange?: () => void };

const Check = ({ label, isChecked, onChange }: CheckProps) => (
  <label className={`${styles.item} ${styles.check}`}>
    <input type="checkbox" checked={isChecked} disabled={!onChange} onChange={onChange ?? (() => undefined)} />
    {label}
  </label>
);
