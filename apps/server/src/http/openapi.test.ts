// Structural checks by the rules of OpenAPI 3.1 that matter to generators and readers, and the agreement with the table of operations.
import { ERROR_CODES, operations } from '@coffer/contracts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openApiDocument } from './openapi.ts';

const Schema = z.record(z.string(), z.unknown());
const Content = z.record(z.string(), z.strictObject({ schema: Schema }));
const Parameter = z.strictObject({
  name: z.string().min(1),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean(),
  description: z.string().optional(),
  schema: Schema,
});
const Described = z.strictObject({
  operationId: z.string(),
  summary: z.string().min(1),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(Parameter),
  requestBody: z.strictObject({ required: z.literal(true), content: Content }).optional(),
  responses: z.record(
    z.string().regex(/^(\d{3}|default)$/),
    z.strictObject({ description: z.string().min(1), content: Content.optional() }),
  ),
});
const Document = z.strictObject({
  openapi: z.literal('3.1.1'),
  info: z.looseObject({ title: z.string(), version: z.string() }),
  servers: z.array(z.strictObject({ url: z.url() })).min(1),
  paths: z.record(
    z.string().regex(/^\/(?!.*\/$)/),
    z.partialRecord(z.enum(['get', 'post', 'patch', 'delete']), Described),
  ),
  components: z.strictObject({
    schemas: z.record(z.string(), Schema),
    securitySchemes: z.record(z.string(), Schema),
  }),
  'x-limits': z.record(z.string(), z.number()),
  'x-error-status': z.record(z.enum(ERROR_CODES), z.number()),
});

// As a reader gets it: through JSON, so that nothing is counted that would not arrive.
const document = Document.parse(JSON.parse(JSON.stringify(openApiDocument('http://localhost:8420'))));

function find(name: keyof typeof operations): z.infer<typeof Described> {
  const { path, method } = operations[name];
  return Described.parse(
    Object.entries(document.paths[path] ?? {}).find(([key]) => key === method.toLowerCase())?.[1],
  );
}

test('every operation is described once, under its own id', () => {
  const ids = Object.values(document.paths).flatMap((path) =>
    Object.values(path).map((described) => described?.operationId),
  );
  expect(ids.map(String).toSorted()).toEqual(Object.keys(operations).toSorted());
});

test('the parameters in braces are the parameters of the path, all required', () => {
  for (const [path, methods] of Object.entries(document.paths)) {
    const braced = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    for (const described of Object.values(methods)) {
      const inPath = (described?.parameters ?? []).filter((parameter) => parameter.in === 'path');
      expect(inPath.map(({ name, required }) => ({ name, required }))).toEqual(
        braced.map((name) => ({ name, required: true })),
      );
    }
  }
});

test('every reference leads somewhere', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(
    ([, name]) => name,
  );
  expect(references.length).toBeGreaterThan(0);
  for (const name of references) expect(Object.keys(document.components.schemas)).toContain(name);
  expect(JSON.stringify(document)).not.toMatch(/"\$ref":"(?!#\/components\/schemas\/)/);
});

test('no part of a schema is left open', () => {
  const empty: string[] = [];
  const walk = (value: unknown, at: string): void => {
    if (typeof value !== 'object' || value === null) return;
    if (
      !Array.isArray(value) &&
      Object.keys(value).length === 0 &&
      /\.(properties\.\w+|items|schema)$/.test(at)
    )
      empty.push(at);
    for (const [key, inner] of Object.entries(value)) walk(inner, `${at}.${key}`);
  };
  walk(document.paths, 'paths');
  expect(empty).toEqual([]);
});

test('ids are UUIDs, and what has defaults is optional for the caller', () => {
  expect(find('getNode').parameters[0]).toMatchObject({
    name: 'nodeId',
    schema: { type: 'string', format: 'uuid' },
  });
  const query = find('listChildren').parameters.filter((parameter) => parameter.in === 'query');
  expect(query.map(({ name, required }) => [name, required])).toEqual([
    ['sort', false],
    ['order', false],
    ['at', false],
    ['after', false],
    ['limit', false],
  ]);
  const folder = find('createFolder').requestBody?.content['application/json']?.schema;
  expect(folder).toMatchObject({ required: ['parentId', 'name'], additionalProperties: false });
});

function headers(name: keyof typeof operations): readonly string[] {
  const { parameters } = find(name);
  return parameters.filter((parameter) => parameter.in === 'header').map((parameter) => parameter.name);
}

test('what a change demands in its headers is said', () => {
  expect(headers('getNode')).toEqual([]);
  expect(headers('renameNode')).toEqual(['X-Coffer', 'If-Match']);
  expect(headers('createUpload')).toEqual(['X-Coffer', 'Idempotency-Key']);
});

test('every answer has its status and its schema, and every refusal is a problem', () => {
  for (const [name, operation] of Object.entries(operations)) {
    const { responses } = find(name as keyof typeof operations);
    expect(Object.keys(responses)).toEqual([String(operation.status), 'default']);
    expect(responses[operation.status]?.content === undefined).toBe(!('response' in operation));
    expect(Object.keys(responses['default']?.content ?? {})).toEqual(['application/problem+json']);
  }
});
