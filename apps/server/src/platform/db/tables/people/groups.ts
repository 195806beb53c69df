import type { Changing } from '../changing.ts';

export interface GroupsTables {
  group: GroupTable;
  group_member: GroupMemberTable;
}

interface GroupTable extends Changing {
  id: string;
  name: string;
  /** `pool`: an issuer reports the members at each sign-in. */
  source: 'pool' | 'local';
}

interface GroupMemberTable {
  group_id: string;
  user_id: string;
  created_at: Date;
}
