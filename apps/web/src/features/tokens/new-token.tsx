import type { CreatedToken, Person } from '@coffer/contracts';
import { useQuery } from '../../api/calls/use-query.ts';
import { driveQuery } from '../../api/session/drive.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Banner } from '../../ui/feedback/banner.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { CodeBlock } from '../../ui/marks/code-block.tsx';
import { DialogActions } from '../../ui/overlays/index.ts';
import { Muted, Stack } from '../../ui/page/stack.tsx';
import { useText } from './texts.ts';

interface NewTokenProps {
  readonly created: CreatedToken;
  readonly person: Person;
  readonly onClose: () => void;
}

/** Shows the secret of a new token. The server stores only its hash. */
export function NewToken({ created, person, onClose }: NewTokenProps) {
  const text = useText();
  const { secret, token } = created;
  const handleCopied = (isCopied: boolean): void => {
    showToast({
      key: 'copy',
      tone: isCopied ? 'success' : 'danger',
      text: text(isCopied ? 'tokens.copied' : 'tokens.copyFailed'),
    });
  };
  return (
    <Stack>
      <Banner tone="warning">
        <p>{text('tokens.once')}</p>
      </Banner>
      <CodeBlock code={secret} copyLabel={text('tokens.copy')} onCopied={handleCopied} />
      {token.scopes.includes('files:read') && (
        <>
          <Muted>{text('tokens.try')}</Muted>
          <CodeBlock
            code={`curl -H "Authorization: Bearer ${secret}" \\\n  ${location.origin}/api/v1/spaces`}
            copyLabel={text('tokens.copyCommand')}
            onCopied={handleCopied}
          />
          <AsDrive secret={secret} person={person} onCopied={handleCopied} />
        </>
      )}
      <DialogActions>
        <Button tone="primary" onClick={onClose}>
          {text('tokens.done')}
        </Button>
      </DialogActions>
    </Stack>
  );
}

interface AsDriveProps {
  readonly secret: string;
  readonly person: Person;
  readonly onCopied: (isCopied: boolean) => void;
}

/** Renders nothing if the operator has disabled WebDAV. */
function AsDrive({ secret, person, onCopied }: AsDriveProps) {
  const text = useText();
  const { data: address } = useQuery(driveQuery());
  if (address === undefined || address === null) return null;
  const name = person.email === '' ? person.username : person.email;
  const settings = `url=${address} vendor=owncloud ${quoted(`user=${name}`)} pass=${secret}`;
  return (
    <>
      <Muted>{text('tokens.drive', { name })}</Muted>
      <CodeBlock code={address} copyLabel={text('tokens.copyAddress')} onCopied={onCopied} />
      <Muted>{text('tokens.rclone')}</Muted>
      <CodeBlock
        code={`rclone config create --obscure coffer webdav \\\n  ${settings}`}
        copyLabel={text('tokens.copyRclone')}
        onCopied={onCopied}
      />
    </>
  );
}

/** Quotes a word for a shell, whatever characters it contains. */
function quoted(word: string): string {
  return /^[\w@.=+-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
