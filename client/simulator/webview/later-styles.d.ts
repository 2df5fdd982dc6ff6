export declare const laterStyles: string;
//# sourceMappingURL=later-styles.d.ts.map
