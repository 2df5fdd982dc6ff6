import { once } from "../../../shared/basics/once.ts";
import { kubeletConfigurationsIn, podsIn } from "../pods/locate.ts";
import type {
  ListItem,
  LocatedKubeletConfiguration,
  LocatedPod,
  ManifestDocument,
  ManifestOptions,
} from "../text/model.ts";
import { countLines, holdsNothing } from "../text/text.ts";
import { plainValue } from "../text/values.ts";
import { composeDocument } from "./compose.ts";
import { withoutComma } from "./json-list.ts";
import { isLongJsonWithoutObject } from "./json-look.ts";
import { withoutDash } from "./list-items.ts";

/** Words without which a document holds neither a pod nor a kubelet configuration, nor the start of one. */
const wordsOfInterest =
  /[cC]ontainers|KubeletConfiguration|kubelet\.config\.k8s\.io|kubelet(?:Extra)?Config\b|workerProfiles|\bNodeConfig\b|\bEC2NodeClass\b|\bextraConfig:|cadence:|\bkind["']?:[ \t]*["']?(?:Pod|PodTemplate|Deployment|StatefulSet|DaemonSet|ReplicaSet|ReplicationController|Job|CronJob)\b/;

/** Words without which a document holds no alerts of Prometheus. */
export const alertWords = [/\bgroups["']?[ \t]*:/, /\balert["']?[ \t]*:/, /\bexpr["']?[ \t]*:/];

/** A document that is parsed when somebody first asks what is in it, and then keeps its tree. */
export function createDocument(text: string, options: ManifestOptions): ManifestDocument {
  const { listItem } = options;
  const hasAlertWords = alertWords.every((word) => word.test(text));
  const isOfInterest = wordsOfInterest.test(text);
  const isForeign = (isOfInterest || hasAlertWords) && listItem === undefined && isLongJsonWithoutObject(text);
  const ours = options.all === true || (isOfInterest && !isForeign);
  const composed = once(() => composeDocument(textOfObject(text, listItem)));
  const value = once(() => {
    const { root } = composed();
    return root && plainValue(root);
  });
  const document: ManifestDocument = {
    text,
    listItem,
    ours,
    hasAlerts: hasAlertWords && !isForeign,
    lineCount: countLines(text),
    empty: holdsNothing(text),
    get root() {
      return composed().root;
    },
    get comments() {
      return composed().comments;
    },
    get problems() {
      return ours ? composed().problems : [];
    },
    get duplicateKeys() {
      return ours ? composed().duplicateKeys : [];
    },
    get templated() {
      return ours && composed().templated;
    },
    get pods() {
      return ours ? pods() : [];
    },
    get kubeletConfigurations() {
      return ours ? kubeletConfigurations() : [];
    },
    value,
  };
  const pods = once((): readonly LocatedPod[] => podsIn(document, options));
  const kubeletConfigurations = once((): readonly LocatedKubeletConfiguration[] => kubeletConfigurationsIn(document));
  return document;
}

function textOfObject(text: string, listItem: ListItem | undefined): string {
  if (listItem === undefined) return text;
  return listItem.indent === undefined ? withoutComma(text) : withoutDash(text);
}
