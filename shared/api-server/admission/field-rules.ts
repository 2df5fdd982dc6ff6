import type { FieldInfo, FieldsOf, FieldType } from "../types/api-types.ts";
import { type Fields, isFields } from "../types/fields.ts";

/** Which fields of a type have a rule, and in which others there are some. */
interface FieldRules<Rule> {
  readonly own: readonly { readonly field: string; readonly rule: Rule }[];
  readonly inside: readonly { readonly field: string; readonly type: string }[];
}

export type RulesOf<Rule> = (type: string) => FieldRules<Rule>;

/** Looks for rules in a table of types, once for each type. */
export function rulesOf<Rule>(fieldsOf: FieldsOf, ruleOf: (info: FieldInfo) => Rule | undefined): RulesOf<Rule> {
  const rulesByType = new Map<string, FieldRules<Rule>>();
  const find: RulesOf<Rule> = (type) => {
    const before = rulesByType.get(type);
    if (before !== undefined) return before;
    const own: { field: string; rule: Rule }[] = [];
    const inside: { field: string; type: string }[] = [];
    for (const [field, info] of fieldsOf(type)) {
      const rule = ruleOf(info);
      if (rule !== undefined) own.push({ field, rule });
      const below = objectType(info.type);
      if (below !== undefined && hasRules(find(below))) inside.push({ field, type: below });
    }
    const found = { own, inside };
    rulesByType.set(type, found);
    return found;
  };
  return find;
}

function hasRules({ own, inside }: FieldRules<unknown>): boolean {
  return own.length > 0 || inside.length > 0;
}

/** The objects of a field: it, or the items of its list. */
export function eachObject(value: unknown, visit: (object: Fields, index: number | undefined) => void): void {
  if (!Array.isArray(value)) {
    if (isFields(value)) visit(value, undefined);
    return;
  }
  value.forEach((item, index) => {
    if (isFields(item)) visit(item, index);
  });
}

function objectType(type: FieldType): string | undefined {
  if (type.is === "object") return type.type;
  return type.is === "list" ? objectType(type.of) : undefined;
}
