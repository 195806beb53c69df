import { Users } from 'lucide-react';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ButtonLink } from '../../ui/controls/link.tsx';
import { useDocumentTitle } from '../../ui/page/page-heading.tsx';
import { useText } from './texts.ts';

/** The name is undefined for an item that was never open here. */
export function NoLongerShared({ name }: { readonly name: string | undefined }) {
  const text = useText();
  const title = name === undefined ? text('shared.lost.unknownTitle') : text('shared.lost.title', { name });
  useDocumentTitle(title);
  return (
    <>
      <output className="visually-hidden">{title}</output>
      <EmptyState
        icon={Users}
        headingLevel={1}
        title={title}
        text={text('shared.lost.text')}
        action={
          <ButtonLink tone="primary" href="/shared">
            {text('shared.lost.back')}
          </ButtonLink>
        }
      />
    </>
  );
}
