import { err, ok } from '@coffer/kit';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { errors } from '../../errors.ts';
import { schemaAttribute } from '../../setup/pool-shape.ts';
import { readSchema } from '../../setup/schema-attributes.ts';
import { lockPoolRecord, updatePoolRecord } from '../../store/pool-records.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../operation.ts';
import * as shape from '../shapes.ts';

const addCustomAttributesInput = z.object({
  UserPoolId: shape.poolId,
  CustomAttributes: z.array(schemaAttribute).min(1).max(25),
});

const addCustomAttributes =
  (deps: Pick<Deps, 'db' | 'clock'>) =>
  async ({ input }: OperationRequest<z.output<typeof addCustomAttributesInput>>): OperationResult =>
    await deps.db.transaction().execute(async (tx): OperationResult => {
      const pool = await lockPoolRecord(tx, input.UserPoolId);
      if (pool === undefined) return err(errors.poolNotFound(input.UserPoolId));
      const present = pool.settings.schemaAttributes;
      const schema = readSchema(input.CustomAttributes, { isCustomOnly: true, present });
      if (!schema.ok) return schema;
      const settings = { ...pool.settings, schemaAttributes: [...schema.value] };
      await updatePoolRecord(tx, { ...pool, settings, updatedAt: deps.clock.now() });
      return ok({});
    });

export const AddCustomAttributes = defineOperation('signed', addCustomAttributesInput, addCustomAttributes);
