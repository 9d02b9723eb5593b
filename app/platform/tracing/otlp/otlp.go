// Package otlp sends the spans of package tracing to a collector of OpenTelemetry, by OTLP over HTTP. It reads the variables of the
// environment that the SDK of OpenTelemetry defines.
package otlp

import (
	"context"
	"errors"
	"os"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

// flushTimeout is how long the end of the program waits for the last spans.
const flushTimeout = 2 * time.Second

// Start returns a provider of spans, and a function that sends the last ones. It returns nil for both if no collector is set by
// OTEL_EXPORTER_OTLP_ENDPOINT or OTEL_EXPORTER_OTLP_TRACES_ENDPOINT. failed is called when spans cannot be sent.
func Start(ctx context.Context, version string, failed func(error)) (provider trace.TracerProvider, stop func() error, err error) {
	if os.Getenv("OTEL_EXPORTER_OTLP_ENDPOINT") == "" && os.Getenv("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT") == "" {
		return nil, nil, nil
	}
	otel.SetErrorHandler(otel.ErrorHandlerFunc(failed))
	exporter, err := otlptracehttp.New(ctx)
	if err != nil {
		return nil, nil, err
	}
	own := resource.WithAttributes(attribute.String("service.name", "presence"), attribute.String("service.version", version))
	of, err := resource.New(ctx, resource.WithTelemetrySDK(), own, resource.WithFromEnv())
	if err != nil {
		return nil, nil, errors.Join(err, exporter.Shutdown(ctx))
	}
	p := sdk.NewTracerProvider(sdk.WithBatcher(exporter), sdk.WithResource(of))
	return p, func() error {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), flushTimeout)
		defer cancel()
		return p.Shutdown(ctx)
	}, nil
}
