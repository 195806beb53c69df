import type { Person } from '@coffer/contracts';
import { useQuery } from '../../api/calls/use-query.ts';
import { driveQuery } from '../../api/session/drive.ts';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { CodeBlock } from '../../ui/marks/code-block.tsx';
import { Section } from '../../ui/page/section.tsx';
import { Muted } from '../../ui/page/stack.tsx';
import { useText } from './texts.ts';

/** Shows nothing where the operator has closed WebDAV. */
export function Drive({ person }: { readonly person: Person }) {
  const text = useText();
  const { data: address } = useQuery(driveQuery());
  if (address === undefined || address === null) return null;
  const handleCopied = (isCopied: boolean): void => {
    showToast({
      key: 'copy',
      tone: isCopied ? 'success' : 'danger',
      text: text(isCopied ? 'drive.copied' : 'drive.copyFailed'),
    });
  };
  const name = person.email === '' ? person.username : person.email;
  return (
    <Section title={text('drive.title')} description={text('drive.intro')}>
      <CodeBlock code={address} copyLabel={text('drive.copy')} onCopied={handleCopied} />
      <Muted>{text('drive.signIn', { name })}</Muted>
    </Section>
  );
}
