import { Download } from 'lucide-react';
import { Button } from 'react-aria-components';
import type { RequestFilter } from '../../../api/requests.ts';
import styles from '../popover.module.css';
import { PopoverButton } from '../popover-button.tsx';
import type { RequestExport } from './use-request-export.ts';

type ExportMenuProps = { readonly filter: RequestFilter; readonly export: RequestExport };

const formats = [
  ['csv', 'CSV, a row for each request'],
  ['json', 'JSON, every field'],
] as const;

/** Exports all requests that match the filter, loaded or not. Only one export runs at a time. */
export const ExportMenu = ({ filter, export: { start, progress } }: ExportMenuProps) => (
  <PopoverButton label="Export" icon={Download}>
    {(close) =>
      formats.map(([format, label]) => (
        <Button
          key={format}
          className={styles.item}
          isDisabled={progress !== undefined}
          onPress={() => {
            close();
            start(filter, format);
          }}
        >
          {label}
        </Button>
      ))
    }
  </PopoverButton>
);
