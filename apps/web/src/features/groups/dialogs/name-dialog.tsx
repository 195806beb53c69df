import { type AdminGroup, LIMITS } from '@coffer/contracts';
import { createGroup, refreshGroups, renameGroup } from '../../../api/administration/groups.ts';
import { apiErrorOf } from '../../../api/calls/error.ts';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { useMutation } from '../../../api/calls/use-mutation.ts';
import { useQueryCache } from '../../../api/calls/use-query.ts';
import { NameDialog as Naming } from '../../../ui/overlays/name-dialog.tsx';
import { useText } from '../texts.ts';

interface NameDialogProps {
  /** Undefined for a new group. */
  readonly group?: AdminGroup;
  readonly onDone: (group: AdminGroup) => void;
  readonly onClose: () => void;
}

export function NameDialog({ group, onDone, onClose }: NameDialogProps) {
  const text = useText();
  const words = useErrorTexts();
  const cache = useQueryCache();
  const naming = useMutation(async (wanted: string) =>
    group === undefined ? await createGroup(wanted) : await renameGroup(group, wanted),
  );
  const save = async (typed: string): Promise<string | undefined> => {
    const wanted = typed.trim();
    if (wanted === '') return text('groups.name.missing');
    const { data, failure } = await naming.run(wanted);
    await refreshGroups(cache);
    if (data !== undefined) onDone(data);
    if (failure === undefined) return undefined;
    const error = apiErrorOf(failure.cause);
    return words.ofField(error, 'name') ?? words.ofError(error);
  };
  const kind = group === undefined ? 'new' : 'rename';
  return (
    <Naming
      title={text(`groups.${kind}.title`)}
      label={text('groups.name')}
      hint={text('groups.name.hint')}
      saveLabel={text(`groups.${kind}.yes`)}
      cancelLabel={text('groups.cancel')}
      closeLabel={text('groups.close')}
      name={group?.name ?? ''}
      maxLength={LIMITS.groupNameLengthMax}
      onSave={save}
      onClose={onClose}
    />
  );
}
