import type { CreatedToken } from '@coffer/contracts';
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
  readonly onClose: () => void;
}

/** The server keeps only a hash of the secret. */
export function NewToken({ created, onClose }: NewTokenProps) {
  const text = useText();
  const { secret, token } = created;
  const { data: drive } = useQuery(driveQuery());
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
        </>
      )}
      {token.scopes.includes('files:read') && drive != null && (
        <>
          <Muted>{text('tokens.drive')}</Muted>
          <CodeBlock code={drive} copyLabel={text('tokens.copyAddress')} onCopied={handleCopied} />
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
