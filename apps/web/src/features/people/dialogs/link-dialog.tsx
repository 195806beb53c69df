import type { IssuedLink } from '@coffer/contracts';
import { useFormats } from '../../../lib/language/format.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Dialog } from '../../../ui/overlays/index.ts';
import { TextField } from '../../../ui/controls/text-field.tsx';
import { useText } from '../texts.ts';
import { CopyButton } from './copy-button.tsx';

interface LinkDialogProps {
  readonly title: string;
  readonly explanation: string;
  readonly link: IssuedLink;
  readonly onClose: () => void;
}

/** Shows the link. This is the only time, because the server stores only a hash of it. */
export function LinkDialog({ title, explanation, link, onClose }: LinkDialogProps) {
  const text = useText();
  const { dateTime } = useFormats();
  return (
    <Dialog
      isOpen
      isDismissable={false}
      title={title}
      closeLabel={text('people.close')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{text('people.close')}</Button>
          <CopyButton tone="primary" label={text('people.copyLink')} content={link.url} />
        </>
      }
    >
      <p>{explanation}</p>
      <TextField
        readOnly
        dir="ltr"
        label={text('people.link')}
        hint={text('people.link.once', { when: dateTime(link.expiresAt) })}
        value={link.url}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
    </Dialog>
  );
}
