import type { ColumnType, Generated } from 'kysely';

export interface SettingsTables {
  admin_setting: AdminSettingTable;
  brand_logo: BrandLogoTable;
}

type Value = ColumnType<string | number | boolean | readonly string[] | null, string | null, string | null>;

interface AdminSettingTable {
  key: string;
  /** Null for the default. */
  value: Value;
  /** The value before the last change. A longer previous retention stays in effect for a while. */
  previous: Value;
  changed_by: string | null;
  changed_at: Date;
  revision: Generated<number>;
}

/** Logo pictures in Base64. */
interface BrandLogoTable {
  id: string;
  logo: string;
  icon: string;
  favicon: string;
  created_at: Date;
}
