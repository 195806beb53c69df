import type { ApiError } from '../../api/error.ts';
import { useErrorTexts } from '../../api/error-texts.ts';
import { Banner } from '../../ui/banner.tsx';

/** Why a call was refused. That the person did not want to go on is no news to them. */
export function Refusal({ error }: { readonly error: ApiError | undefined }) {
  const { ofError } = useErrorTexts();
  if (error === undefined || error.code === 'cancelled') return null;
  return (
    <Banner tone="danger" isAlert>
      <p>{ofError(error)}</p>
    </Banner>
  );
}
