import { Banner } from '../../../ui/banner.tsx';
import type { FormNotice } from '../machine.ts';
import { useText } from './texts.ts';

/** What was just done, above the form that goes on with it. */
export function Notice({ notice }: { readonly notice: FormNotice }) {
  const text = useText();
  return (
    <Banner tone="success" isAlert>
      <p>{text(`sign-in.notice.${notice}`)}</p>
    </Banner>
  );
}
