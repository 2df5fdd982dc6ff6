package main

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/strategicpatch"
	genericapirequest "k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/apiserver/pkg/registry/rest"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	"k8s.io/kubernetes/pkg/apis/core"
	_ "k8s.io/kubernetes/pkg/apis/policy/install"
	"k8s.io/kubernetes/pkg/registry/core/persistentvolumeclaim"
	"k8s.io/kubernetes/pkg/registry/policy/poddisruptionbudget"
)

type updated struct {
	name     string
	strategy interface {
		rest.RESTCreateStrategy
		rest.RESTUpdateStrategy
	}
}

// Kinds that only updates are asked about.
var servedToo = map[schema.GroupVersionKind]updated{
	{Group: "", Version: "v1", Kind: "PersistentVolumeClaim"}:     {"persistentvolumeclaims", persistentvolumeclaim.Strategy},
	{Group: "policy", Version: "v1", Kind: "PodDisruptionBudget"}: {"poddisruptionbudgets", poddisruptionbudget.Strategy},
}

func strategyOf(gvk schema.GroupVersionKind) (updated, bool) {
	if r, ok := served[gvk]; ok {
		both, ok := r.strategy.(interface {
			rest.RESTCreateStrategy
			rest.RESTUpdateStrategy
		})
		return updated{r.name, both}, ok
	}
	r, ok := servedToo[gvk]
	return r, ok
}

// update creates the object of the text before, and applies the text as kubectl does: three-way strategic merge patch, defaults, update.
// Accepted is null where the text before is refused, so that there is nothing to update, and where the patch cannot be made or read.
func update(before, text string) (d document) {
	d = newDocument(0)
	defer func() {
		if p := recover(); p != nil {
			d.Accepted, d.Decode = nil, strPtr(fmt.Sprintf("panic: %v", p))
		}
	}()
	var u, modified unstructured.Unstructured
	if err := json.Unmarshal([]byte(before), &u.Object); err != nil {
		return undecided(d, err)
	}
	if err := json.Unmarshal([]byte(text), &modified.Object); err != nil {
		return undecided(d, err)
	}
	gvk := u.GroupVersionKind()
	d.APIVersion, d.Kind, d.Name = gvk.GroupVersion().String(), gvk.Kind, u.GetName()
	r, ok := strategyOf(gvk)
	if !ok {
		return undecided(d, fmt.Errorf("no strategy of %v", gvk))
	}
	first := create(newDocument(0), u.DeepCopy(), gvk)
	_, isServed := served[gvk]
	if isServed && (first.Accepted == nil || !*first.Accepted || len(first.Strict) > 0) {
		return undecided(d, fmt.Errorf("the object before is refused"))
	}
	u.SetNamespace("default")
	modified.SetNamespace("default")
	old, err := decodeInternal(&u, gvk)
	if err != nil {
		return undecided(d, err)
	}
	ctx := genericapirequest.WithNamespace(context.Background(), "default")
	ctx = genericapirequest.WithRequestInfo(ctx, &genericapirequest.RequestInfo{
		IsResourceRequest: true, Verb: "update", APIGroup: gvk.Group, APIVersion: gvk.Version, Namespace: "default", Resource: r.name,
	})
	objectMeta, err := meta.Accessor(old)
	if err != nil {
		return undecided(d, err)
	}
	rest.FillObjectMetaSystemFields(objectMeta)
	objectMeta.SetUID("00000000-0000-4000-8000-000000000000")
	if p, ok := old.(*core.Pod); ok && p.Spec.ServiceAccountName == "" {
		p.Spec.ServiceAccountName = "default"
		if f := reflect.ValueOf(&p.Spec).Elem().FieldByName("DeprecatedServiceAccount"); f.IsValid() {
			f.SetString("default")
		}
	}
	if err := rest.BeforeCreate(r.strategy, ctx, old); err != nil {
		return undecided(d, err)
	}
	objectMeta.SetResourceVersion("1")
	if claim, ok := old.(*core.PersistentVolumeClaim); ok {
		claim.Status.Phase = core.ClaimBound
		claim.Status.Capacity = claim.Spec.Resources.Requests
	}
	versioned, err := legacyscheme.Scheme.ConvertToVersion(old, gvk.GroupVersion())
	if err != nil {
		return undecided(d, err)
	}
	live, err := json.Marshal(versioned)
	if err != nil {
		return undecided(d, err)
	}
	lookup, err := strategicpatch.NewPatchMetaFromStruct(versioned)
	if err != nil {
		return undecided(d, err)
	}
	original, _ := json.Marshal(u.Object)
	wanted, _ := json.Marshal(modified.Object)
	patch, err := strategicpatch.CreateThreeWayMergePatch(original, wanted, live, lookup, true)
	if err != nil {
		return undecided(d, err)
	}
	merged, err := strategicpatch.StrategicMergePatchUsingLookupPatchMeta(live, patch, lookup)
	if err != nil {
		return undecided(d, err)
	}
	var applied unstructured.Unstructured
	if err := json.Unmarshal(merged, &applied.Object); err != nil {
		return undecided(d, err)
	}
	obj, err := decodeInternal(&applied, gvk)
	if err != nil {
		return undecided(d, err)
	}
	second, oldAgain := obj.DeepCopyObject(), old.DeepCopyObject()
	if err := rest.BeforeUpdate(r.strategy, ctx, obj, old); err != nil {
		d.Accepted = boolPtr(false)
		status, ok := err.(apierrors.APIStatus)
		if !ok || status.Status().Details == nil || len(status.Status().Details.Causes) == 0 {
			d.Decode = strPtr(err.Error())
			return d
		}
		r.strategy.PrepareForUpdate(ctx, second, oldAgain)
		details := map[causeKey]string{}
		for _, e := range r.strategy.ValidateUpdate(ctx, second, oldAgain) {
			details[causeKey{e.Field, string(e.Type), withoutAddresses(e.ErrorBody())}] = withoutAddresses(e.Detail)
		}
		for _, cause := range status.Status().Details.Causes {
			d.Errors = append(d.Errors, toFieldError(cause, details))
		}
		return d
	}
	d.Accepted = boolPtr(true)
	return d
}

func undecided(d document, err error) document {
	d.Accepted, d.Decode = nil, strPtr(err.Error())
	return d
}

func decodeInternal(u *unstructured.Unstructured, gvk schema.GroupVersionKind) (runtime.Object, error) {
	body, err := runtime.Encode(unstructured.UnstructuredJSONScheme, u)
	if err != nil {
		return nil, err
	}
	info, _ := runtime.SerializerInfoForMediaType(legacyscheme.Codecs.SupportedMediaTypes(), runtime.ContentTypeJSON)
	decoder := legacyscheme.Codecs.DecoderToVersion(info.Serializer, schema.GroupVersion{Group: gvk.Group, Version: runtime.APIVersionInternal})
	obj, _, err := decoder.Decode(body, &gvk, nil)
	return obj, err
}
