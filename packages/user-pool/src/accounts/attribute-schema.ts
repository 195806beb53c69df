import type { Pool } from '../store/pools.ts';

interface AttributeRule {
  readonly type: 'String' | 'Number' | 'DateTime' | 'Boolean';
  readonly isMutable: boolean;
  readonly isRequired: boolean;
  readonly isDeveloperOnly: boolean;
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
}

const TEXT: AttributeRule = {
  type: 'String',
  isMutable: true,
  isRequired: false,
  isDeveloperOnly: false,
  minimum: undefined,
  maximum: 2048,
};
const FLAG: AttributeRule = { ...TEXT, type: 'Boolean', maximum: undefined };

/** Cognito's standard attributes (OpenID Connect Core §5.1). */
const STANDARD: Readonly<Record<string, AttributeRule>> = {
  address: TEXT,
  birthdate: { ...TEXT, minimum: 10, maximum: 10 },
  email: TEXT,
  email_verified: FLAG,
  family_name: TEXT,
  gender: TEXT,
  given_name: TEXT,
  locale: TEXT,
  middle_name: TEXT,
  name: TEXT,
  nickname: TEXT,
  phone_number: TEXT,
  phone_number_verified: FLAG,
  picture: TEXT,
  preferred_username: TEXT,
  profile: TEXT,
  updated_at: { ...TEXT, type: 'Number', minimum: 0, maximum: undefined },
  website: TEXT,
  zoneinfo: TEXT,
};

const CUSTOM_PREFIX = 'custom:';
const DEVELOPER_PREFIX = 'dev:';

/** Expects the name as in requests. Undefined if the pool lacks the attribute. */
export function ruleOf(pool: Pool, name: string): AttributeRule | undefined {
  const standard = Object.hasOwn(STANDARD, name) ? STANDARD[name] : undefined;
  const own = pool.settings.schemaAttributes.find((attribute) => wireName(attribute) === name);
  if (own === undefined) return standard;
  return {
    type: standard?.type ?? own.type,
    isMutable: own.isMutable,
    isRequired: own.isRequired,
    isDeveloperOnly: own.isDeveloperOnly,
    minimum: own.minimum === undefined ? standard?.minimum : Number(own.minimum),
    maximum:
      own.maximum === undefined ? (standard?.maximum ?? defaultMaximum(own.type)) : Number(own.maximum),
  };
}

export function requiredAttributes(pool: Pool): readonly string[] {
  return pool.settings.schemaAttributes.filter(({ isRequired }) => isRequired).map(wireName);
}

function wireName(attribute: Pool['settings']['schemaAttributes'][number]): string {
  const name = attribute.isCustom ? `${CUSTOM_PREFIX}${attribute.name}` : attribute.name;
  return attribute.isCustom && attribute.isDeveloperOnly ? `${DEVELOPER_PREFIX}${name}` : name;
}

function defaultMaximum(type: AttributeRule['type']): number | undefined {
  return type === 'String' ? 2048 : undefined;
}

/** Returns why the value is invalid, or undefined if it is valid. The texts are our own, not Cognito's. */
export function findValueBreach(rule: AttributeRule, value: string): string | undefined {
  switch (rule.type) {
    case 'String':
      return outside(rule, value.length) ? 'String value has an invalid length.' : undefined;
    case 'Number': {
      if (!/^-?\d{1,15}(\.\d{1,15})?$/.test(value)) return 'Value must be a number.';
      return outside(rule, Number(value)) ? 'Number is out of range.' : undefined;
    }
    case 'Boolean':
      return value === 'true' || value === 'false' ? undefined : 'Value must be true or false.';
    case 'DateTime':
      return isDateTime(value) ? undefined : 'Value must be a date in ISO 8601.';
  }
}

function outside(rule: AttributeRule, size: number): boolean {
  return (
    (rule.minimum !== undefined && size < rule.minimum) || (rule.maximum !== undefined && size > rule.maximum)
  );
}

function isDateTime(value: string): boolean {
  const isWritten = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/.test(value);
  return isWritten && !Number.isNaN(Date.parse(value));
}
