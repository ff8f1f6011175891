import { Search, X } from 'lucide-react';
import fieldStyles from './field.module.css';
import styles from './search-field.module.css';

type SearchFieldProps = {
  /** Names the field; also its placeholder. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
};

/** A field that filters what is listed below it. Escape clears it. */
export const SearchField = ({ label, value, onChange }: SearchFieldProps) => (
  <div className={styles.search}>
    <Search size={16} aria-hidden="true" className={styles.icon} />
    <input
      type="search"
      aria-label={label}
      placeholder={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      onKeyDown={({ key }) => key === 'Escape' && onChange('')}
      className={`${fieldStyles.input} ${styles.input}`}
    />
    {value !== '' && (
      <button type="button" className={styles.clear} aria-label="Clear the search" onClick={() => onChange('')}>
        <X size={16} aria-hidden="true" />
      </button>
    )}
  </div>
);
