import { Button } from '../../../components/button.tsx';
import { useNow } from '../../../components/time.tsx';
import { useTimeZone } from '../../../format/time-zone.ts';
import { useHistorySearch } from '../use-history-search.ts';
import styles from './history-filters.module.css';
import { isChosen, timePresets } from './time-presets.ts';

const refreshed = 30_000;

/** Buttons for common ranges. The address gets the time itself, so that a link shows the same requests later. */
export function TimePresetButtons({ historyDays }: { readonly historyDays: number }) {
  const { search, choose } = useHistorySearch();
  const presets = timePresets(useNow(refreshed), historyDays, useTimeZone());
  return (
    <fieldset className={styles.presets}>
      <legend className={styles.legend}>Time range</legend>
      {presets.map((preset) => (
        <Button
          key={preset.label}
          size="small"
          aria-pressed={isChosen(preset, search)}
          onPress={() => choose({ from: preset.from, to: undefined })}
        >
          {preset.label}
        </Button>
      ))}
    </fieldset>
  );
}
