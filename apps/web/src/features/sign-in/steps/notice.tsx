import { Banner } from '../../../ui/feedback/banner.tsx';
import type { FormNotice } from '../machine.ts';
import { useText } from './texts.ts';

export function Notice({ notice }: { readonly notice: FormNotice }) {
  const text = useText();
  return (
    <Banner tone={notice === 'ended' ? 'info' : 'success'} isAlert>
      <p>{text(`sign-in.notice.${notice}`)}</p>
    </Banner>
  );
}
