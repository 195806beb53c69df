import { useErrorTexts } from '../../api/calls/error-texts.ts';
import { useQuery } from '../../api/calls/use-query.ts';
import { retentionQuery } from '../../api/spaces/retention.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Banner } from '../../ui/feedback/banner.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { Dialog } from '../../ui/overlays/index.ts';
import type { RetentionDialogProps } from './dialog-props.ts';
import { RetentionForm } from './retention-form.tsx';
import { useText } from './texts.ts';

/** How long a space keeps its trash and its versions. */
export function RetentionDialog(props: RetentionDialogProps) {
  const text = useText();
  const words = useErrorTexts();
  const { data, failure, refetch } = useQuery(retentionQuery(props.spaceId, props.side));
  if (data !== undefined) return <RetentionForm {...props} retention={data} />;
  return (
    <Dialog
      isOpen
      title={text('retention.title')}
      closeLabel={text('retention.close')}
      onClose={props.onClose}
    >
      {failure === undefined ? (
        <Spinner label={text('retention.loading')} />
      ) : (
        <Banner
          tone="danger"
          title={text('retention.failed')}
          action={<Button onClick={() => void refetch()}>{text('retention.retry')}</Button>}
        >
          <p>{words.ofFailure(failure)}</p>
        </Banner>
      )}
    </Dialog>
  );
}
