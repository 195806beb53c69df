import type { AdminPerson, SpaceId } from '@coffer/contracts';
import { useState } from 'react';
import { useFormats } from '../../../lib/language/format.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { nameOf } from '../listed-person.ts';
import { useText } from '../texts.ts';
import { openSpace, withOwner } from './choices.ts';
import { FoundPerson } from './found-person.tsx';
import type { PartProps } from './part-props.ts';
import styles from './removal.module.css';

/** Spaces that would be left without an owner. Only one is expanded, so that the dialog stays short. */
export function NewOwners({ removal, item, choices, isIncomplete, onChange }: PartProps) {
  const text = useText();
  const { size } = useFormats();
  const { lastOwnerOf: spaces } = removal;
  const [opened, setOpened] = useState<SpaceId>();
  const [wasIncomplete, setWasIncomplete] = useState(isIncomplete);
  if (isIncomplete !== wasIncomplete) {
    setWasIncomplete(isIncomplete);
    setOpened(undefined);
  }
  const open = openSpace(spaces, { owners: choices.owners, pressed: opened, isIncomplete });
  if (spaces.length === 0) return null;
  const choose = (spaceId: SpaceId, owner: AdminPerson | undefined): void => {
    // After a refusal, the next space that lacks an owner opens.
    setOpened(isIncomplete && owner !== undefined ? undefined : spaceId);
    onChange({ owners: withOwner(choices, spaces, { spaceId, owner }) });
  };
  return (
    <section className={styles['part']}>
      <div>
        <h3 className={styles['heading']}>{text('people.remove.owners', { count: spaces.length })}</h3>
        <p className={styles['muted']}>{text('people.remove.owners.text', { count: spaces.length })}</p>
      </div>
      <ul className={styles['spaces']}>
        {spaces.map(({ spaceId, name, usedBytes, members }) => {
          const owner = choices.owners.get(spaceId);
          return (
            <li key={spaceId}>
              <div className={styles['space']}>
                <bdi>{name}</bdi>
                <span className={styles['muted']}>
                  {text('people.remove.space', { size: size(usedBytes), count: members })}
                </span>
              </div>
              {spaceId === open ? (
                <FoundPerson
                  label={text('people.remove.owner', { space: name })}
                  missing={isIncomplete ? text('people.remove.owner.missing') : undefined}
                  exceptId={item.id}
                  chosen={owner}
                  onChoose={(person) => choose(spaceId, person)}
                />
              ) : (
                <div className={styles['chosen']}>
                  <span className={styles['grow']}>
                    {owner === undefined ? (
                      <span className={styles['muted']}>{text('people.remove.owner.none')}</span>
                    ) : (
                      text('people.remove.owner.is', { name: nameOf(owner) })
                    )}
                  </span>
                  <Button
                    aria-label={text('people.remove.owner', { space: name })}
                    onClick={() => setOpened(spaceId)}
                  >
                    {text(owner === undefined ? 'people.remove.choose' : 'people.remove.change')}
                  </Button>
                </div>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
