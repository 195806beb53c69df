import type { AdminPerson } from '@coffer/contracts';
import { useState } from 'react';
import { adminPeopleQuery } from '../../../api/administration/people.ts';
import { useQuery } from '../../../api/calls/use-query.ts';
import { useSettled } from '../../../lib/hooks/use-settled.ts';
import { OnePerson } from '../../../ui/person-picker/one-person.tsx';
import { isPerson, nameOf } from '../listed-person.ts';
import { useText } from '../texts.ts';
import styles from './removal.module.css';

const FOUND_MAX = '6';

interface FoundPersonProps {
  readonly label: string;
  readonly missing: string | undefined;
  /** The person being removed, who cannot be chosen. */
  readonly exceptId: AdminPerson['id'];
  readonly chosen: AdminPerson | undefined;
  readonly onChoose: (person: AdminPerson | undefined) => void;
}

/** A field that searches for a person, with its results. */
export function FoundPerson({ label, missing, exceptId, chosen, onChoose }: FoundPersonProps) {
  const text = useText();
  const [typed, setTyped] = useState('');
  const asked = useSettled(typed.trim());
  const { data } = useQuery(
    adminPeopleQuery({ status: 'active', limit: FOUND_MAX, ...(asked === '' ? {} : { text: asked }) }),
  );
  return (
    <div className={styles['search']}>
      <OnePerson
        isLater
        label={label}
        none={text('people.none')}
        missing={missing}
        typed={typed}
        onType={setTyped}
        found={data?.items.filter(isPerson).filter(({ id }) => id !== exceptId)}
        nameOf={nameOf}
        detailOf={({ email }) => email}
        chosen={chosen}
        onChoose={onChoose}
      />
    </div>
  );
}
