import { GRANT_ROLES, type GrantRole } from '@coffer/contracts';
import { Select } from '../../../ui/controls/select.tsx';
import { useText } from './texts.ts';

interface GrantRoleSelectProps {
  readonly label: string;
  readonly value: GrantRole;
  readonly onChange: (role: GrantRole) => void;
}

export function GrantRoleSelect({ label, value, onChange }: GrantRoleSelectProps) {
  const text = useText();
  return (
    <Select
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => {
        const role = GRANT_ROLES.find((each) => each === currentTarget.value);
        if (role !== undefined) onChange(role);
      }}
    >
      {GRANT_ROLES.map((role) => (
        <option key={role} value={role}>
          {text(`share.role.${role}`)}
        </option>
      ))}
    </Select>
  );
}
