// The documentation as a site: `npm run docs` builds dist/docs. The pages are plain Markdown, which GitHub shows, too.
const repository = "https://github.com/pod-cadence/pod-cadence";

/** Pages of folders are README.md for GitHub and index.md for the site. @param {string} page */
const asIndex = (page) => page.replace(/(^|\/)README\.md/, "$1index.md");

/** What is not in docs is in the repository. @param {string} href */
function onSite(href) {
  if (/^\.\.\/(?!images|rules)/.test(href)) return `${repository}/blob/main/${href.replace(/^(?:\.\.\/)+/, "")}`;
  return /^https?:/.test(href) ? href : asIndex(href);
}

export default {
  title: "Pod Cadence",
  description: "Predicts when and why a Kubernetes pod restarts, and how long it stays down",
  outDir: "../dist/docs",
  cacheDir: "../.build/vitepress",
  cleanUrls: true,
  rewrites: asIndex,
  // Texts of manifests hold braces, and names in angle brackets.
  vue: { template: { compilerOptions: { delimiters: ["${{{", "}}}$"] } } },
  markdown: {
    /** @param {import("markdown-it").default} md */
    config(md) {
      md.core.ruler.push("links", ({ tokens }) => {
        for (const { children } of tokens)
          for (const token of children ?? []) {
            const href = token.type === "link_open" ? token.attrGet("href") : null;
            if (href !== null) token.attrSet("href", onSite(href));
          }
      });
    },
  },
  themeConfig: {
    search: { provider: "local" },
    socialLinks: [{ icon: "github", link: repository }],
    sidebar: [
      {
        text: "Use it",
        items: [
          { text: "Get started", link: "/get-started" },
          { text: "Questions", link: "/questions" },
          { text: "Scenarios", link: "/scenarios" },
          { text: "The simulator", link: "/simulator" },
          { text: "A live cluster", link: "/live-cluster" },
          { text: "A fleet", link: "/fleet" },
          { text: "Rules", link: "/rules/" },
          { text: "Project file and settings", link: "/settings" },
          { text: "Command line", link: "/cli" },
          { text: "In CI", link: "/ci" },
          { text: "Other editors", link: "/other-editors" },
          { text: "Agents", link: "/agents" },
          { text: "Library", link: "/library" },
        ],
      },
      {
        text: "Understand it",
        items: [
          { text: "How the kubelet restarts", link: "/concepts" },
          { text: "Compatibility", link: "/compatibility" },
          { text: "Proposals", link: "/proposals" },
          { text: "Findings", link: "/findings" },
          { text: "What is checked and what is not", link: "/what-is-checked" },
          { text: "Evidence", link: "/evidence" },
          { text: "Where we differ", link: "/where-we-differ" },
          { text: "Privacy", link: "/privacy" },
          { text: "Benchmarks", link: "/benchmarks" },
        ],
      },
    ],
  },
};
