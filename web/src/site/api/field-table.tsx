import type { Schema } from './description.ts';
import { type FieldRow, fieldsOf, isShape, type Schemas, type TypePart } from './fields.ts';

/** A table of fields: their types, bounds and defaults. `isInput`: whether it matters which are required. */
export function FieldTable({ rows, isInput }: { rows: readonly FieldRow[]; isInput: boolean }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Type{isInput && ', default'}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, type, isRequired, initial, about }) => (
          <tr key={name}>
            <td>
              <code>{name}</code>
              {isInput && isRequired && <b> required</b>}
            </td>
            <td>
              <Type parts={type} />
              {isInput && initial !== null && (
                <>
                  ; default <code>{initial}</code>
                </>
              )}
              {about && `. ${about}`}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A type as text, with links to shapes. */
export function Type({ parts }: { parts: readonly TypePart[] }) {
  return parts.map((part, index) => {
    const key = `${index}`;
    if ('shape' in part)
      return (
        <a key={key} href={`#shape-${part.shape}`}>
          {part.shape}
        </a>
      );
    return 'code' in part ? <code key={key}>{part.code}</code> : part.text;
  });
}

/** Objects that several calls have, each with its fields, or with those of its variants. */
export function Shapes({ schemas, used }: { schemas: Schemas; used: ReadonlyMap<string, boolean> }) {
  const shapes = Object.entries(schemas).filter(([name, schema]) => used.has(name) && isShape(schema));
  return (
    <section id="shapes">
      <h2>Shapes</h2>
      <p>Objects that several calls take or answer.</p>
      {shapes.map(([name, schema]) => (
        <section key={name} id={`shape-${name}`}>
          <h3>{name}</h3>
          <Variants schema={schema} schemas={schemas} isInput={used.get(name) ?? false} />
        </section>
      ))}
    </section>
  );
}

function Variants({ schema, schemas, isInput }: { schema: Schema; schemas: Schemas; isInput: boolean }) {
  const variants = schema.oneOf ?? schema.anyOf?.flatMap((each) => each.oneOf ?? [each]) ?? [];
  if (variants.length === 0) return <FieldTable rows={fieldsOf(schema, schemas)} isInput={isInput} />;
  return variants
    .filter(({ type }) => type !== 'null')
    .map((variant) => {
      const type = String(variant.properties?.type?.const ?? '');
      return (
        <div key={JSON.stringify(variant)}>
          {type !== '' && (
            <h4>
              Type <code>{type}</code>
            </h4>
          )}
          <FieldTable rows={fieldsOf(variant, schemas)} isInput={isInput} />
        </div>
      );
    });
}
