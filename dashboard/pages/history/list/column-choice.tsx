import { Columns3 } from 'lucide-react';
import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components';
import styles from '../popover.module.css';
import { columnNames, columns, shownColumns, toggleColumn } from './list-columns.ts';

/** The choice of the columns of the list. That of the request stays. */
export const ColumnChoice = () => {
  const shown = shownColumns.useChosen();
  return (
    <DialogTrigger>
      <Button className={styles.trigger} aria-label="Columns">
        <Columns3 size={16} aria-hidden="true" />
        <span className={styles.label}>Columns</span>
      </Button>
      <Popover className={styles.popover}>
        <Dialog aria-label="Columns" className={styles.choices}>
          <Check label="Request" isChecked />
          {columns.map((column) => (
            <Check
              key={column}
              label={columnNames[column]}
              isChecked={shown.includes(column)}
              onChange={() => toggleColumn(column)}
            />
          ))}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
};

type CheckProps = { readonly label: string; readonly isChecked: boolean; readonly onChange?: () => void };

const Check = ({ label, isChecked, onChange }: CheckProps) => (
  <label className={`${styles.item} ${styles.check}`}>
    <input type="checkbox" checked={isChecked} disabled={!onChange} onChange={onChange ?? (() => undefined)} />
    {label}
  </label>
);
