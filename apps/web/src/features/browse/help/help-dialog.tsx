import { setPreferences } from '../../../lib/preferences.ts';
import { usePreferences } from '../../../lib/hooks/use-preferences.ts';
import { Checkbox } from '../../../ui/controls/checkbox.tsx';
import { Kbd } from '../../../ui/marks/kbd.tsx';
import { Dialog } from '../../../ui/overlays/index.ts';
import styles from '../browse.module.css';
import { useText } from './texts.ts';

const KEYS = [
  ['move', '↑ ↓ PgUp PgDn Home End'],
  ['extend', 'Shift ↑ ↓'],
  ['toggle', 'Space'],
  ['all', 'Ctrl A'],
  ['none', 'Esc'],
  ['open', 'Enter'],
  ['up', 'Backspace'],
  ['menu', 'Shift F10'],
  ['rename', 'F2'],
  ['moveTo', 'M'],
  ['share', 'S'],
  ['star', '*'],
  ['tags', 'T'],
  ['link', 'L'],
  ['cut', 'Ctrl X'],
  ['copy', 'Ctrl C'],
  ['paste', 'Ctrl V'],
  ['duplicate', 'Ctrl D'],
  ['trash', 'Del'],
  ['undo', 'Ctrl Z'],
  ['upload', 'U'],
  ['newFolder', 'N'],
  ['filter', 'F'],
  ['search', '/'],
  ['palette', 'Ctrl K'],
  ['view', 'V'],
  ['details', 'I'],
  ['width', 'Shift ← →'],
  ['order', 'Ctrl Shift ← →'],
  ['regions', 'F6'],
  ['help', '?'],
] as const;

export function HelpDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const { hasLetterKeys } = usePreferences();
  return (
    <Dialog isOpen onClose={onClose} title={text('browse.help.title')} closeLabel={text('browse.help.close')}>
      <section
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls must be reachable by keyboard (WCAG 2.1.1)
        tabIndex={0}
        aria-label={text('browse.help.title')}
      >
        <dl className={styles['keys']}>
          {KEYS.map(([id, keys]) => (
            <div key={id}>
              <dt>{text(`browse.help.${id}`)}</dt>
              <dd dir="ltr">
                {keys.split(' ').map((key) => (
                  <Kbd key={key}>{key}</Kbd>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <p className={styles['keysSetting']}>{text('browse.help.actedOn')}</p>
      <p className={styles['keysSetting']}>
        <Checkbox
          checked={hasLetterKeys}
          onChange={(event) => setPreferences({ hasLetterKeys: event.currentTarget.checked })}
        >
          {text('browse.help.letters')}
        </Checkbox>
      </p>
    </Dialog>
  );
}
