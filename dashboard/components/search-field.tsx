import { Search, X } from 'lucide-react';
import { SearchField as AriaSearchField, Button, Input } from 'react-aria-components';
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
  <AriaSearchField aria-label={label} value={value} onChange={onChange} className={styles.search}>
    <Search size={16} aria-hidden="true" className={styles.icon} />
    <Input placeholder={label} className={`${fieldStyles.input} ${styles.input}`} />
    {value !== '' && (
      <Button className={styles.clear} aria-label="Clear the search">
        <X size={16} aria-hidden="true" />
      </Button>
    )}
  </AriaSearchField>
);
