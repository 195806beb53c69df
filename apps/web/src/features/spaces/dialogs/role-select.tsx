import { SPACE_ROLES, type SpaceRole } from '@coffer/contracts';
import { Select } from '../../../ui/controls/select.tsx';
import { useText } from './texts.ts';

interface RoleSelectProps {
  readonly label: string;
  readonly value: SpaceRole;
  /** Whether the viewing person is an owner. Only owners can appoint owners. */
  readonly isForOwner: boolean;
  readonly isDisabled?: boolean;
  readonly onChange: (role: SpaceRole) => void;
}

export function RoleSelect({ label, value, isForOwner, isDisabled = false, onChange }: RoleSelectProps) {
  const text = useText();
  return (
    <Select
      aria-label={label}
      value={value}
      disabled={isDisabled}
      onChange={({ currentTarget }) => {
        const role = SPACE_ROLES.find((each) => each === currentTarget.value);
        if (role !== undefined) onChange(role);
      }}
    >
      {SPACE_ROLES.filter((role) => isForOwner || role !== 'owner').map((role) => (
        <option key={role} value={role}>
          {text(`spaces.role.${role}`)}
        </option>
      ))}
    </Select>
  );
}
